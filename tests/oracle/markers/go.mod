module crdls/oracle/markers

go 1.26.0

require sigs.k8s.io/controller-tools v0.23.0
