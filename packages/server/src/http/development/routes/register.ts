import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal'
import { nearest } from '#documents/didYouMean'
import { isUnavailable, sendError } from '#http/errorReplies'
import type { ControlRoute } from './route.ts'

/** Serves routes as they are declared. */
export function registerRoutes<Context>(
  app: FastifyInstance,
  routes: readonly ControlRoute<Context>[],
  context: Context,
): void {
  for (const route of routes) {
    const { method, path: url, params, query, body, status = 200, type, errors, bodyLimit } = route
    app.route({
      method,
      url,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      // A stream has no end, and so no head by itself.
      exposeHeadRoute: type === undefined,
      async handler(request, reply) {
        const input = {
          params: params?.parse(request.params),
          query: query?.parse(request.query),
          body: body?.parse(request.body),
          request,
          reply,
        }
        try {
          const answer = await route.handle(input, context)
          // To wait for a reply is to wait for its end, which has no value, also if whoever asked has left before.
          return answer === undefined ? undefined : reply.code(status).send(answer)
        } catch (error) {
          if (isUnavailable(error) || !(error instanceof Refusal)) throw error
          const declared = errors[error.code]
          return sendError(reply, statusOf(declared), error.code, error.detail ?? '')
        }
      },
    })
  }
}

function statusOf(declared: ControlRoute<unknown>['errors'][string] | undefined): number {
  return typeof declared === 'object' ? declared.status : 400
}

/** Answers calls of routes that do not exist: with those that do. */
export function refuseUnknownRoutes(
  app: FastifyInstance,
  routes: readonly Pick<ControlRoute<never>, 'method' | 'path'>[],
) {
  const paths = [...new Set(routes.map(({ path }) => path))].toSorted()
  for (const url of ['/control', '/control/*'])
    app.all(url, async (request, reply) => {
      const asked = pathOf(request)
      const methods = routes.filter(({ path }) => isAt(path, asked)).map(({ method }) => method)
      if (methods.length > 0 && methods.every((method) => method !== request.method)) {
        const detail = `${asked} takes ${methods.join(' and ')}, not ${request.method}.`
        return sendError(reply.header('allow', methods.join(', ')), 405, 'method_not_allowed', detail)
      }
      const [near] = nearest(asked, paths, 1, Math.max(2, Math.floor((asked.length - '/control/'.length) * 0.4)))
      const meant = near === undefined ? '' : ` Did you mean ${near}?`
      const all = `There are: ${paths.join(', ')}. GET /control/openapi.json describes them.`
      return sendError(reply, 404, 'not_found', `There is no ${asked}.${meant} ${all}`)
    })
}

/** What was asked for, short enough to be repeated. */
function pathOf(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?')
  return path.length > 100 ? `${path.slice(0, 100)}…` : path
}

function isAt(path: string, asked: string): boolean {
  const [parts, given] = [path.split('/'), asked.split('/')]
  return parts.length === given.length && parts.every((part, i) => part.startsWith(':') || part === given[i])
}
