import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

/** An error of a route: what it means, in a sentence, and its HTTP status, 400 unless it says otherwise. */
export type RouteError = string | { status: number; means: string }

interface Declared<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> {
  method: 'GET' | 'POST' | 'DELETE'
  /** `/control/workspaces/:team`. */
  path: string
  /** What clients call it: `dropWorkspace`. */
  name: string
  /** One sentence that says what the call does. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** The body of an answer that is no error. */
  answer: Answer
  /** The HTTP status of that answer; 200 by default. */
  status?: 200 | 201
  /** The type of that answer, if it is not JSON: `text/event-stream`. */
  type?: string
  /** Its own errors by code. `any` stands for those of others, such as what a person may not do. */
  errors: Readonly<Record<string, RouteError>>
  /** The largest body, in bytes; 256 KiB by default. */
  bodyLimit?: number
}

/** A request whose parts have passed their declarations. */
interface Input<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  request: FastifyRequest
  /** For answers that are not JSON: a handler that has sent its answer returns this. */
  reply: FastifyReply
}

/** A route of the control API with any arguments. */
export interface ControlRoute<Context> extends Declared<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType> {
  handle(input: Input<unknown, unknown, unknown>, context: Context): Promise<unknown>
}

/**
 * Declares routes whose handlers see this context. `/control/openapi.json`, the client in `@rivulet/testing` and the page of the
 * control API are printed from the declarations.
 */
export function routesFor<Context>() {
  return function route<
    Params extends z.ZodObject,
    Query extends z.ZodObject,
    Body extends z.ZodType,
    Answer extends z.ZodType,
  >(
    declared: Declared<Params, Query, Body, Answer> & {
      handle(
        input: Input<z.output<Params>, z.output<Query>, z.output<Body>>,
        context: Context,
      ): Promise<z.input<Answer> | FastifyReply>
    },
  ): ControlRoute<Context> {
    return declared
  }
}
