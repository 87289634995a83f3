module crdls/oracle/unicode

go 1.26
