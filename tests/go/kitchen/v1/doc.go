// Package v1 has ovens.
//
// +groupName=kitchen.example.com
package v1
