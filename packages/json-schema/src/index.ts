export { compileSchema, type Validate } from './compile-schema.ts'
export { schemaLimits } from './limits.ts'
export { type Budget, makeBudget } from './run.ts'
export { schemaProblems } from './schema-problems.ts'
