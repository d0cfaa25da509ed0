import type { Client, Environment } from '@bunting/contract'
import type { z } from 'zod'
import type { Question } from './consent/question.ts'
import type { Door } from './door.ts'

/** One call of a tool: the API in the name of the program that calls, and what the tools are about. */
export type Call = Pick<Door, 'key' | 'project' | 'dashboardUrl' | 'nowMs'> & {
  api: Client
  pinnedTo: string | undefined
  /** The environments that the tools may look at, in the order of the project. */
  listEnvironments(): Promise<Environment[]>
  /** One of them by its slug. */
  getEnvironment(slug: string): Promise<Environment>
}

/** What a writing tool is about to do. */
export type Plan = {
  /** What a person is asked first; absent if nothing takes effect before another person approves it. */
  question?: Question | undefined
  carryOut(): Promise<object>
}

type Described<Input extends z.ZodObject> = { name: string; description: string; input: Input }
type Args<Input extends z.ZodObject> = z.output<Input>

export type ReadingTool<Input extends z.ZodObject = z.ZodObject> = Described<Input> & {
  writes: false
  answer(call: Call, args: Args<Input>): Promise<object>
}
export type WritingTool<Input extends z.ZodObject = z.ZodObject> = Described<Input> & {
  writes: true
  destructive: boolean
  plan(call: Call, args: Args<Input>): Promise<Plan>
}
export type Tool = (ReadingTool<never> | WritingTool<never>) & { input: z.ZodObject }

export const reading = <Input extends z.ZodObject>(tool: Omit<ReadingTool<Input>, 'writes'>): Tool =>
  ({ ...tool, writes: false }) as unknown as Tool

export const writing = <Input extends z.ZodObject>(tool: Omit<WritingTool<Input>, 'writes'>): Tool =>
  ({ ...tool, writes: true }) as unknown as Tool
