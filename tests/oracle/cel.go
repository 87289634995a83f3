package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/google/cel-go/cel"
	"sigs.k8s.io/yaml"
)

// evaluated is what an expression comes to: a value, or the sentence of the
// error that compiling it or evaluating it ends with.
type evaluated struct {
	Type  string  `json:"type,omitempty"`
	Value *string `json:"value,omitempty"`
	Cost  *uint64 `json:"cost,omitempty"`
	// Estimate is what a rule costs at most, as the server reckons beforehand.
	Estimate *uint64 `json:"estimate,omitempty"`
	Refuse   string  `json:"compileError,omitempty"`
	Error    string  `json:"error,omitempty"`
	Panic    string  `json:"panic,omitempty"`
}

// runCEL evaluates the expressions on stdin, one line for each: JSON strings in
// the environment of the newest rules, without variables; objects as
// ruleOnValues.
func runCEL(args []string, in io.Reader, out io.Writer) error {
	var o options
	rest, err := o.parse("cel", args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("%w: cel: takes no path", errUsage)
	}
	env := baseEnvironment().StoredExpressionsEnv()
	return answerEach("cel", in, out, empty[json.RawMessage], func(asked json.RawMessage) (evaluated, error) {
		return answerTo(env, asked)
	})
}

// answerTo evaluates an expression, or a rule of a schema on values.
func answerTo(env *cel.Env, asked json.RawMessage) (evaluated, error) {
	var expression string
	if json.Unmarshal(asked, &expression) == nil {
		return evaluate(env, expression), nil
	}
	var rule ruleOnValues
	if err := yaml.Unmarshal(asked, &rule); err != nil {
		return evaluated{}, err
	}
	return rule.evaluate(), nil
}

// evaluate says what an expression comes to; where cel-go panics while it plans, which nothing in it recovers from,
// that is the answer.
func evaluate(env *cel.Env, expression string) (answer evaluated) {
	defer func() {
		if r := recover(); r != nil {
			answer = evaluated{Panic: fmt.Sprint(r)}
		}
	}()
	checked, issues := env.Compile(expression)
	if issues.Err() != nil {
		return evaluated{Refuse: issues.Err().Error()}
	}
	program, err := env.Program(checked)
	if err != nil {
		return evaluated{Refuse: err.Error()}
	}
	value, details, err := program.Eval(map[string]any{})
	cost := details.ActualCost()
	if err != nil {
		return evaluated{Error: err.Error(), Cost: cost}
	}
	text := fmt.Sprintf("%v", value.Value())
	return evaluated{Type: value.Type().TypeName(), Value: &text, Cost: cost}
}
