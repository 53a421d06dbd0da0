import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { compile, type JSONSchema } from 'json-schema-to-typescript'

// Writes the types of the control API's client from the schema of the API. With --check, reports whether they are up to
// date and writes nothing.

interface Operation {
  operationId: string
  summary: string
  parameters?: { name: string; required: boolean; description: string; schema: JSONSchema }[]
  requestBody?: { content: { 'application/json': { schema: JSONSchema } } }
  responses: Record<string, { content?: Record<string, { schema: JSONSchema }> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JSONSchema> }
}

const source = readFileSync(new URL('../../server/control-openapi.json', import.meta.url), 'utf8')
const { paths, components }: Document = JSON.parse(source.replaceAll('#/components/schemas/', '#/$defs/'))

const types: Record<string, JSONSchema> = {}
const routes: Record<string, string> = {}
for (const [path, operations] of Object.entries(paths)) {
  for (const [method, operation] of Object.entries(operations)) {
    const answer = answerOf(operation)
    // What is no JSON needs a client of its own: the live journal is for an EventSource.
    if (!answer) continue
    const { operationId: name, summary } = operation
    types[name] = { ...objectOf({ args: argsOf(operation), answer }), description: summary }
    routes[name] = `${method.toUpperCase()} ${path}`
  }
}

const declared = await compile({ ...objectOf(types), $defs: components.schemas }, 'Operations', {
  bannerComment: '// Written by packages/testing/script/control.ts from packages/server/control-openapi.json.',
  additionalProperties: true,
  ignoreMinAndMaxItems: true,
  style: { semi: false, singleQuote: true, printWidth: 120, trailingComma: 'all' },
})
const table = Object.entries(routes).map(([name, route]) => `  ${name}: '${route}',`)
const text = `${declared}
/** Where each operation is: its HTTP method and path. */
export const routes = {
${table.join('\n')}
} as const satisfies Record<keyof Operations, string>
`

const target = new URL('../src/control/operations.generated.ts', import.meta.url)
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  process.stderr.write('packages/testing/src/control/operations.generated.ts is stale: run npm run generate\n')
  process.exitCode = 1
}

/** An operation takes parameters or a body, never both. */
function argsOf({ operationId, parameters = [], requestBody }: Operation): JSONSchema {
  if (requestBody && parameters.length > 0) throw new Error(`${operationId} takes both parameters and a body.`)
  if (requestBody) return requestBody.content['application/json'].schema
  const properties = parameters.map(({ name, description, schema }): [string, JSONSchema] => [
    name,
    description === '' ? schema : { ...schema, description },
  ])
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  return objectOf(Object.fromEntries(properties), required)
}

function answerOf({ responses }: Operation): JSONSchema | undefined {
  const done = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  return done?.content?.['application/json']?.schema
}

function objectOf(properties: Record<string, JSONSchema>, required = Object.keys(properties)): JSONSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}
