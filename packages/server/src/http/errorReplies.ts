import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { describeIssues } from '#domain/issues'
import { Refusal } from '#domain/refusal'
import { TeamAway } from '#store/db'

/** Answers refusals and malformed requests in words. Any other error is unexpected and passes on. */
export function answerRefusals(app: FastifyInstance, statusOf: (code: string) => number = () => 400): void {
  app.setErrorHandler((error, _request, reply) => {
    if (isUnavailable(error)) return sendUnavailable(reply, error)
    if (error instanceof Refusal) return sendError(reply, statusOf(error.code), error.code, error.detail ?? '')
    if (error instanceof z.ZodError) return sendError(reply, 400, 'invalid_arguments', describeIssues(error.issues))
    const status = statusOfFastify(error)
    if (status < 500) return sendError(reply, status, 'invalid_arguments', messageOf(error))
    throw error
  })
}

/** [NOD-10, NOD-11] Whether the team is in another database, or on its way there: repeated, the request succeeds. */
export function isUnavailable(error: unknown): error is Error {
  return error instanceof TeamAway || (error instanceof Refusal && error.code === 'service_unavailable')
}

export function sendUnavailable(reply: FastifyReply, error: Error) {
  const detail = error instanceof Refusal ? (error.detail ?? '') : error.message
  return sendError(reply.header('retry-after', '1'), 503, 'service_unavailable', detail)
}

export function sendError(reply: FastifyReply, status: number, error: string, detail: string) {
  return reply.code(status).send({ ok: false, error, detail })
}

/** The status of an error that Fastify itself throws; 500 for any other. */
export function statusOfFastify(error: unknown): number {
  return error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
}

export function messageOf(error: unknown): string {
  return String(Reflect.get(Object(error), 'message'))
}
