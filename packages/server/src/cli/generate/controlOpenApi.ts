import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  actEntry,
  callEntry,
  deliveryEntry,
  interactionEntry,
  journalEntry,
} from '#http/development/journal/journalEntry'
import { shownMessage, shownView } from '#http/development/kit/wire'
import type { ControlRoute, RouteError } from '#http/development/routes/route'
import { workspaceState } from '#http/development/state/schema'
import { messageObject } from '#objects/messageSchema'
import { packageFile } from '#packageFile'
import { type Json, propertiesOf, requiredOf, type Schema, schemaOf, sharedSchemas } from './jsonSchema.ts'

type Route = ControlRoute<never>

const shared = {
  Message: messageObject,
  ShownMessage: shownMessage,
  ShownView: shownView,
  WorkspaceState: workspaceState,
  CallEntry: callEntry,
  DeliveryEntry: deliveryEntry,
  InteractionEntry: interactionEntry,
  ActEntry: actEntry,
  JournalEntry: journalEntry,
}

/** The control API as an OpenAPI 3.1 document. */
export function controlOpenApi(routes: readonly Route[]): Schema {
  const { version }: { version: string } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
  const byPath = Map.groupBy(routes, ({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rivulet control API',
      version,
      description:
        'What a test needs to play every part but the app’s. It exists on development servers alone, and takes no token.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    paths: Object.fromEntries(
      [...byPath].map(([path, all]) => [
        path,
        Object.fromEntries(all.map((route) => [route.method.toLowerCase(), operationOf(route)])),
      ]),
    ),
    components: {
      schemas: { ...sharedSchemas(shared), Failure: schemaOf(failure, 'output') },
      responses: {
        Forbidden: {
          description: 'The request comes from a page of another site, or names a host that is not this machine.',
          content: { 'application/json': { schema: schemaOf(failure.partial({ ok: true }), 'output') } },
        },
      },
    },
  }
}

const failure = z.object({
  ok: z.literal(false),
  error: z.string(),
  detail: z.string().describe('What is wrong, in words.'),
})

function operationOf(route: Route): Schema {
  const { name, summary, params, query, body, answer, status = 200, type = 'application/json' } = route
  const parameters = [...(params ? parametersOf(params, 'path') : []), ...(query ? parametersOf(query, 'query') : [])]
  return {
    operationId: name,
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: bodyOf(body) } : {}),
    responses: {
      [status]: { description: 'Done.', content: { [type]: { schema: schemaOf(answer, 'output', shared) } } },
      ...failuresOf(route),
      403: { $ref: '#/components/responses/Forbidden' },
    },
  }
}

function bodyOf(body: z.ZodType): Schema {
  const schema = schemaOf(body, 'input', shared)
  return { required: !body.safeParse({}).success, content: { 'application/json': { schema } } }
}

function parametersOf(shape: z.ZodObject, place: 'path' | 'query'): Json[] {
  const schema = schemaOf(shape, 'input', shared)
  const required = requiredOf(schema)
  return Object.entries(propertiesOf(schema)).map(([name, { description = '', ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description,
    schema: rest,
  }))
}

/** The answers that are errors, by their HTTP status. */
function failuresOf({ errors, params, query, body }: Route): Schema {
  const given: [string, RouteError][] = params || query || body ? [['invalid_arguments', malformed]] : []
  const known = [...given, ...Object.entries(errors)].map(([code, error]) =>
    typeof error === 'string' ? { code, status: 400, means: error } : { code, ...error },
  )
  return Object.fromEntries(
    [...Map.groupBy(known, ({ status }) => status)].map(([status, all]) => {
      const codes = all.map(({ code, means }) => describeCode(code, means))
      const error = { type: 'object', properties: { error: codes.length === 1 ? (codes[0] ?? {}) : { anyOf: codes } } }
      const schema = { allOf: [{ $ref: '#/components/schemas/Failure' }, error] }
      return [status, { description: 'Refused.', content: { 'application/json': { schema } } }]
    }),
  )
}

const malformed = 'The request is not as declared: `detail` says what is wrong.'

function describeCode(code: string, means: string): Schema {
  return code === 'any' ? { type: 'string', description: means } : { const: code, description: means }
}
