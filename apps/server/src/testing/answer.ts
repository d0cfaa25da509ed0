// biome-ignore lint/suspicious/noExplicitAny: a test reads of an answer what it is about; the document holds the rest.
export type Json = any
export type Answer = { status: number; headers: Headers; body: Json }
export type Send = { key?: string; body?: unknown; headers?: Record<string, string> }
