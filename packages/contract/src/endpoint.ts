import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The least access that may call an endpoint. A key never counts as a session. */
export type Access =
  | 'public'
  | 'session'
  | 'telemetry'
  | 'read'
  | 'edit'
  | 'admin'
  | 'readSession'
  | 'adminSession'
  | 'operator'

export type Answers = { readonly [status: number]: z.ZodType }

/** The names in braces of a path: `/v1/projects/{projectId}` has `projectId`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

export type Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends Answers = Answers,
  Needs extends Access = Access,
> = {
  method: Method
  path: Path
  tag: string
  summary: string
  description?: string
  access: Needs
  query?: Query
  /** Headers that it reads beyond those of every request. */
  headers?: z.ZodObject
  body?: Body
  /** In place of a body of JSON: what is read as it comes, of one of these types. */
  upload?: readonly string[]
  /** The body may be left out. */
  bodyOptional?: boolean
  /** The limit of the body, if it is not the default. */
  bodyBytes?: number
  /** The limit of objects, arrays and fields in a large body, if it is not the default. */
  bodyParts?: number
  /** An approval: keys may not call it if `BUNTING_APPROVALS=people`. */
  approval?: boolean
  /** The project is the query's `projectId`, or that of the key. Sessions may not call the endpoint. */
  projectOfKey?: boolean
  /** The handler validates the items of the body one by one: an invalid item does not refuse the others. */
  partial?: boolean
  /** The success first; 202 if it may become a proposal instead; 207 if it may be saved without reaching the edge. */
  answers: Result
  /** The statuses that set a cookie. */
  setsCookie?: readonly number[]
  /** Error codes besides those of every endpoint. */
  errors?: readonly ErrorCode[]
}

export const endpoint = <
  const Path extends string,
  const Result extends Answers,
  const Needs extends Access,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  definition: Endpoint<Path, Query, Body, Result, Needs>,
): Endpoint<Path, Query, Body, Result, Needs> => definition

/** One that takes what is read as it comes. */
export const uploadEndpoint = <
  const Path extends string,
  const Result extends Answers,
  const Needs extends Access,
  Query extends z.ZodType,
>(
  definition: Endpoint<Path, Query, z.ZodUndefined, Result, Needs> & { upload: readonly string[] },
): Endpoint<Path, Query, z.ZodUndefined, Result, Needs> & { upload: readonly string[] } => definition

export type ParamsOf<E> = E extends { path: infer Path extends string }
  ? { [Name in PathParameter<Path>]: string }
  : never
export type QueryOf<E> = E extends { query?: infer Query } ? Exclude<Query, undefined> : never
export type BodyOf<E> = E extends { body?: infer Body } ? Exclude<Body, undefined> : never
/** The body of any successful answer. */
export type AnswerOf<E> = E extends { answers: infer Result } ? z.output<Result[keyof Result] & z.ZodType> : never
/** The body of a complete success; the body of a 207 is a part of it, with `syncWarning`. */
export type ResultOf<E> = E extends { answers: infer Result }
  ? z.output<Result[Exclude<keyof Result, 207>] & z.ZodType>
  : never

export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The object schema of a query, without the preprocessing around it. */
export const queryObject = (schema: z.ZodType): z.ZodObject =>
  (schema instanceof z.ZodPipe ? schema.out : schema) as z.ZodObject
