"""Builds the syntax tree of a function from its shape."""

import ast
from typing import Any, Final

from bunting_sdk.engine.evaluate.codegen_source import Shape

_SIGNS: Final[dict[str, type[ast.cmpop]]] = {">": ast.Gt, ">=": ast.GtE, "<": ast.Lt, "<=": ast.LtE}


def function_of(shape: Shape, values: int, nodes: int, reads: bool) -> ast.Module:
    """Builds a function ``make``, which takes the values and returns the function that evaluates, with a memo or without.

    Attributes that are lists are rare: if the rules read one, they are interpreted instead.
    """
    body: list[ast.stmt] = []
    if reads:
        body.append(_unless_lists())
        body.append(_assign("attributes", _attribute("context", "attributes")))
    for statement in shape:
        body.extend(_statement(statement))
    evaluate = ast.FunctionDef("evaluate", _arguments(["context", "memo"], [ast.Constant(None)]), body, [])
    names = [_value_name(at) for at in range(values)] + [_node_name(at) for at in range(nodes)]
    parameters = _arguments([*names, "names", "interpreted"])
    make = ast.FunctionDef("make", parameters, [evaluate, ast.Return(_name("evaluate"))], [])
    return ast.Module([make], [])


def _unless_lists() -> ast.stmt:
    """Interprets the rules if they read an attribute that is a list in this context."""
    lists = _attribute("context", "lists")
    is_there = ast.Compare(lists, [ast.IsNot()], [ast.Constant(None)])
    is_asked = ast.UnaryOp(ast.Not(), ast.Call(ast.Attribute(lists, "isdisjoint", ast.Load()), [_name("names")], []))
    interpreted = _call("interpreted", _name("context"), _name("memo"))
    return ast.If(ast.BoolOp(ast.And(), [is_there, is_asked]), [ast.Return(interpreted)], [])


def _statement(statement: Any) -> list[ast.stmt]:
    match statement:
        case ("return", value):
            return [ast.Return(_value(value))]
        case ("read", at, attribute):
            get = ast.Attribute(_name("attributes"), "get", ast.Load())
            return [_assign(_local_name(at), ast.Call(get, [ast.Constant(attribute)], []))]
        case ("call", at, read):
            return [_assign(_local_name(at), ast.Call(_value(read), [_name("context")], []))]
        case ("unit", None):
            # Most contexts have a user id that is a text.
            is_text = ast.Compare(_call("type", _name("unit")), [ast.Is()], [_name("str")])
            is_user = ast.BoolOp(ast.And(), [_name("unit"), is_text])
            otherwise = _assign("unit", _call("unit_of", ast.Constant(None), _name("context")))
            return [
                _assign("unit", _attribute("context", "user_id")),
                ast.If(ast.UnaryOp(ast.Not(), is_user), [otherwise], []),
            ]
        case ("unit", read):
            return [_assign("unit", _call("unit_of", _value(read), _name("context")))]
        case ("listed", ids, outcome):
            is_in = ast.Compare(_name("unit"), [ast.In()], [_value(ids)])
            return [ast.If(is_in, [ast.Return(_value(outcome))], [])]
        case ("needs", node, met, unmet):
            others = [ast.Compare(_name("outcome"), [ast.IsNot()], [_value(each)]) for each in met]
            test: ast.expr = others[0] if len(others) == 1 else ast.BoolOp(ast.And(), list(others))
            return [_assign("outcome", _ask(node)), ast.If(test, [ast.Return(_value(unmet))], [])]
        case ("needs one of", node, ids, unmet):
            is_other = ast.Compare(_call("id", _name("outcome")), [ast.NotIn()], [_value(ids)])
            return [_assign("outcome", _ask(node)), ast.If(is_other, [ast.Return(_value(unmet))], [])]
        case ("if", when, outcome):
            return [_when(when, [ast.Return(_value(outcome))])]
        case ("rollout", when, rollout):
            return [_when(when, _answer_if_any(_call("roll_out", _value(rollout), _name("context"))))]
        case ("hashed", when, rollout):
            return [_when(when, _answer_if_any(_call("roll_out_hashed", _value(rollout), _name("context"))))]
    raise AssertionError(statement)


def _when(when: Any, body: list[ast.stmt]) -> ast.stmt:
    return ast.If(_condition(when), body, [])


def _answer_if_any(answer: ast.expr) -> list[ast.stmt]:
    is_any = ast.Compare(_name("outcome"), [ast.IsNot()], [ast.Constant(None)])
    return [_assign("outcome", answer), ast.If(is_any, [ast.Return(_name("outcome"))], [])]


def _condition(condition: Any) -> ast.expr:
    match condition:
        case ("true",):
            return ast.Constant(True)
        case ("false",):
            return ast.Constant(False)
        case ("all" | "any", one):
            return _condition(one)
        case ("all" | "any" as name, *parts):
            return ast.BoolOp(ast.And() if name == "all" else ast.Or(), [_condition(part) for part in parts])
        case ("not", part):
            return ast.UnaryOp(ast.Not(), _condition(part))
        case ("ask", node):
            return _ask(node)
        case ("unit in", ids):
            return ast.Compare(_name("unit"), [ast.In()], [_value(ids)])
        case ("share", share):
            return _call("share_holds", _value(share), _name("context"))
        case ("equals", actual, text):
            return ast.Compare(_local(actual), [ast.Eq()], [_value(text)])
        case ("in", actual, texts):
            return ast.Compare(_local(actual), [ast.In()], [_value(texts)])
        case ("compare", sign, actual, expected, holds):
            # Most attributes that are compared as numbers are integers.
            is_whole = ast.Compare(_call("type", _local(actual)), [ast.Is()], [_name("int")])
            compared = ast.Compare(_local(actual), [_SIGNS[sign]()], [_value(expected)])
            return ast.IfExp(is_whole, compared, ast.Call(_value(holds), [_local(actual), _value(expected)], []))
        case ("holds", holds, actual, expected):
            return ast.Call(_value(holds), [_local(actual), _value(expected)], [])
        case ("folded", holds, actual, expected):
            return ast.Call(_value(holds), [_call("fold_actual", _local(actual)), _value(expected)], [])
    raise AssertionError(condition)


def _arguments(names: list[str], defaults: list[ast.expr] | None = None) -> ast.arguments:
    return ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, defaults or [])


def _ask(node: int) -> ast.expr:
    return ast.Call(_name(_node_name(node)), [_name("context"), _name("memo")], [])


def _call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(_name(function), list(arguments), [])


def _assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _attribute(name: str, attribute: str) -> ast.expr:
    return ast.Attribute(_name(name), attribute, ast.Load())


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _local(at: int) -> ast.Name:
    return _name(_local_name(at))


def _value(at: int) -> ast.Name:
    return _name(_value_name(at))


def _local_name(at: int) -> str:
    return f"a{at}"


def _value_name(at: int) -> str:
    return f"v{at}"


def _node_name(at: int) -> str:
    return f"n{at}"
