import { Visitor } from '@swc/core/Visitor.js'

// dependency-cruiser walks the sources with this visitor, which is older than `using` and fails on it.
const { visitStatement } = Visitor.prototype

Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement)
  this.visitVariableDeclarators(statement.decls)
  return statement
}
