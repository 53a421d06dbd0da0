import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { packageFile } from '#packageFile'
import { failureEnvelope, successEnvelope } from '#rpc/envelope'
import { commonErrors } from '#rpc/errors/common'
import { type DeclaredError, wrongOf } from '#rpc/errors/declaredError'
import { type Method, rates } from '#rpc/method'
import {
  isStructured,
  type Json,
  propertiesOf,
  requiredOf,
  type Schema,
  schemaOf,
  sharedSchemas,
} from './jsonSchema.ts'

/** The Web API as an OpenAPI 3.1 document. */
export function openApi(all: readonly Method[]): Schema {
  const { version }: { version: string } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
  const tags = [...new Set(all.map(tagOf))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rivulet Web API',
      version,
      description:
        'Methods are called by name. Every answer is a JSON object with `ok`; a failure is HTTP 200 with `ok: false` and an error code as `error`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api', description: 'The server that this document comes from.' }],
    tags: tags.map((name) => ({ name })),
    paths: Object.fromEntries(all.map((method) => [`/${method.name}`, pathOf(method)])),
    components: {
      schemas: {
        ...sharedSchemas(),
        ...Object.fromEntries(all.map((method) => [method.name, schemaOf(method.args, 'input')])),
        Failure: schemaOf(failureEnvelope, 'output'),
        CommonError: { description: 'What any method may answer.', oneOf: codesOf(commonErrors) },
      },
      responses: {
        RateLimited: {
          description: wrongOf(commonErrors.ratelimited),
          headers: {
            'Retry-After': {
              description: 'Seconds until a call would pass.',
              required: true,
              schema: { type: 'integer', minimum: 1 },
            },
            ...headers,
          },
          content: failureWith([describeCode('ratelimited', commonErrors.ratelimited)]),
        },
        Unavailable: {
          description: wrongOf(commonErrors.service_unavailable),
          headers,
          content: failureWith([describeCode('service_unavailable', commonErrors.service_unavailable)]),
        },
      },
      headers: {
        RequestId: {
          description: 'The id of the call in the server’s log: the one that was sent, or a new one.',
          schema: { type: 'string' },
        },
        Scopes: { description: 'The scopes of the token, joined by commas.', schema: { type: 'string' } },
        AcceptedScopes: {
          description: 'The scopes of which the method needs one, joined by commas.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token of an app or a person. It may also stand in a body, as `token`; in an address it counts as none.',
        },
      },
    },
  }
}

const headers = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'X-OAuth-Scopes': { $ref: '#/components/headers/Scopes' },
  'X-Accepted-OAuth-Scopes': { $ref: '#/components/headers/AcceptedScopes' },
}

function pathOf(method: Method): Schema {
  const shape = schemaOf(method.args, 'input')
  const post = { ...operationOf(method, method.name), requestBody: bodyOf(method.name, shape) }
  if (method.effect === 'write') return { post }
  const get = { ...operationOf(method, `${method.name}.get`), parameters: parametersOf(shape) }
  return { get, post }
}

function operationOf(method: Method, operationId: string): Schema {
  const { summary, tokens, scopes, rate, perMinute } = method
  const limit = perMinute ?? (Number.isFinite(rates[rate]) ? rates[rate] : undefined)
  return {
    operationId,
    summary,
    tags: [tagOf(method)],
    // A call needs only one of the scopes. OpenAPI, too, requires only one entry of this list.
    security:
      tokens === 'none' ? [] : scopes.length === 0 ? [{ token: [] }] : scopes.map((scope) => ({ token: [scope] })),
    'x-token-kinds': tokens === 'none' ? [] : [...tokens],
    ...(limit === undefined ? {} : { 'x-calls-per-minute': limit }),
    responses: {
      200: { description: 'Done, or refused: `ok` says which.', headers, content: answerOf(method) },
      429: { $ref: '#/components/responses/RateLimited' },
      503: { $ref: '#/components/responses/Unavailable' },
    },
  }
}

function bodyOf(name: string, shape: Schema): Schema {
  const schema = { $ref: `#/components/schemas/${name}` }
  const examples = exampleOf(shape)
  const structured = Object.entries(propertiesOf(shape)).filter(([, schema]) => isStructured(schema))
  const encoding = Object.fromEntries(structured.map(([argument]) => [argument, { contentType: 'application/json' }]))
  return {
    required: requiredOf(shape).length > 0,
    content: {
      'application/json': { schema, ...examples },
      'application/x-www-form-urlencoded': {
        schema,
        ...(structured.length > 0 ? { encoding } : {}),
      },
    },
  }
}

function parametersOf(shape: Schema): Json[] {
  const required = requiredOf(shape)
  return Object.entries(propertiesOf(shape)).map(([name, schema]) => {
    const { description = '', ...rest } = schema
    const given = isStructured(schema) ? { content: { 'application/json': { schema: rest } } } : { schema: rest }
    return { name, in: 'query', required: required.includes(name), description, ...given }
  })
}

/** A call with the required arguments, if the declaration has an example for each. */
function exampleOf(shape: Schema): Schema {
  const properties = propertiesOf(shape)
  const needed = requiredOf(shape).map((name): [string, Json | undefined] => {
    const { examples, enum: values } = properties[name] ?? {}
    return [name, Array.isArray(examples) ? examples[0] : Array.isArray(values) ? values[0] : undefined]
  })
  if (needed.length === 0 || needed.some(([, example]) => example === undefined)) return {}
  return {
    examples: {
      needed: { summary: 'The required arguments', value: JSON.parse(JSON.stringify(Object.fromEntries(needed))) },
    },
  }
}

function answerOf(method: Method): Schema {
  const success = schemaOf(successOf(method.result), 'output')
  const failure = {
    allOf: [
      { $ref: '#/components/schemas/Failure' },
      {
        type: 'object',
        properties: { error: { anyOf: [{ $ref: '#/components/schemas/CommonError' }, ...ownCodes(method)] } },
      },
    ],
  }
  return { 'application/json': { schema: { oneOf: [success, failure] } } }
}

/** What a method answers, with its envelope. If the method declares `response_metadata`, the warnings are added to it. */
function successOf(result: z.ZodObject): z.ZodObject {
  const { response_metadata: page } = result.shape
  const { response_metadata: warned } = successEnvelope.shape
  const joined = page instanceof z.ZodObject ? page.extend(warned.unwrap().shape) : warned
  return successEnvelope.extend({ ...result.shape, response_metadata: joined })
}

function ownCodes({ errors }: Method): Json[] {
  const { any, ...codes } = errors
  return [...codesOf(codes), ...(any === undefined ? [] : [{ type: 'string', description: wrongOf(any) }])]
}

function failureWith(codes: Json[]): Schema {
  const error = { type: 'object', properties: { error: { oneOf: codes } } }
  return { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Failure' }, error] } } }
}

function codesOf(errors: Readonly<Record<string, DeclaredError>>): Json[] {
  return Object.entries(errors).map(([name, error]) => describeCode(name, error))
}

function describeCode(name: string, error: DeclaredError): Json {
  const { cause, remedy } = typeof error === 'string' ? { cause: undefined, remedy: undefined } : error
  return { const: name, description: [wrongOf(error), cause, remedy].filter(Boolean).join(' ') }
}

/** The family of a method: `chat`, `assistant.threads`. */
function tagOf({ name }: Method): string {
  return name.slice(0, name.lastIndexOf('.'))
}
