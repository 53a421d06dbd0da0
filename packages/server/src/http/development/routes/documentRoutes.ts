import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { StaticFiles } from '#http/browser/staticFiles'
import type { ControlContext } from './context.ts'
import { routesFor } from './route.ts'

const route = routesFor<Pick<ControlContext, 'controlApiFile'>>()

export const documentRoutes = [
  route({
    method: 'GET',
    path: '/control/openapi.json',
    name: 'describe',
    summary: 'Describes the control API, as OpenAPI 3.1.',
    answer: z.looseObject({ openapi: z.string() }),
    errors: {},
    async handle({ request, reply }, { controlApiFile: path }) {
      await new StaticFiles(dirname(path), [basename(path)]).send(request, reply, basename(path), 'no-cache')
      return reply
    },
  }),
]
