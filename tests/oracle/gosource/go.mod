module crdls/oracle/gosource

go 1.26
