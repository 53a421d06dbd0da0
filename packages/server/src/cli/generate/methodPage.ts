import { commonErrors } from '#rpc/errors/common'
import { wrongOf } from '#rpc/errors/declaredError'
import { type Method, rates } from '#rpc/method'
import { errorLink } from './errorsPage.ts'
import { methodPath, wayUp } from './methodPath.ts'
import { argumentsOf, type Field, fieldsOf } from './shape.ts'
import { code, page, table } from './table.ts'

const generatedNote = '<!-- Generated from the declaration of the method by `npm run generate`. -->'

/** The page of one method: its arguments, its answer and its errors. */
export function methodPage(method: Method): string {
  const args = argumentsOf(method.args)
  const up = wayUp(method.name)
  return page([
    generatedNote,
    `# ${method.name}`,
    method.summary,
    facts(method),
    '## Arguments',
    args.length === 0 ? 'None.' : table(['name', 'type', 'required', ''], args.map(argumentRow)),
    example(method, args),
    '## Answer',
    answer(method),
    '## Errors',
    Object.keys(method.errors).length === 0
      ? undefined
      : table(
          ['error', 'what is wrong'],
          Object.entries(method.errors).map(([name, error]) => [errorLink(name, up), wrongOf(error)]),
        ),
    `Every method can also answer [the errors of every method](${up}README.md#errors-of-every-method).`,
  ])
}

/** The index of all methods, with what they have in common. */
export function methodsPage(all: readonly Method[]): string {
  return page([
    generatedNote,
    '# The Web API',
    'Call a method at `/api/<method>` with a form, JSON or multipart body. Every answer is a JSON object with `ok`. [openapi.json](../../packages/server/openapi.json) describes the whole API as OpenAPI 3.1; a server has it at `/openapi.json`.',
    table(
      ['method', 'what it does'],
      all.map(({ name, summary }) => [`[${name}](${methodPath(name)})`, summary]),
    ),
    '## Errors of every method',
    'The server checks for them before the errors of the method itself, in [this order](../spec/rules.md#ord-the-order-of-checks). The first check that fails answers, and nothing was written.',
    table(
      ['error', 'what is wrong'],
      Object.entries(commonErrors).map(([name, error]) => [errorLink(name), wrongOf(error)]),
    ),
  ])
}

function facts({ name, effect, byGet, tokens, scopes, rate, perMinute }: Method): string {
  const limit = perMinute ?? (Number.isFinite(rates[rate]) ? rates[rate] : undefined)
  const where = perMinute === undefined ? '; only with `rate_tiers`' : ''
  const repeatable =
    '- Repeatable: the same `Idempotency-Key` (a header) or `client_msg_id` gets the same answer for 24 hours'
  return [
    `- ${effect === 'read' || byGet ? '`GET` or `POST`' : '`POST`'} \`/api/${name}\``,
    `- Token: ${tokens === 'none' ? 'none needed' : tokens.join(', ')}`,
    `- Scope: ${scopes.length === 0 ? 'none needed' : scopes.map(code).join(' or ')}`,
    `- Rate: ${limit === undefined ? 'no limit' : `${limit} calls a minute for an app in a team${where}`}`,
    ...(effect === 'write' ? [repeatable] : []),
  ].join('\n')
}

function argumentRow({ name, type, required, description, byDefault }: Field): string[] {
  const more = byDefault === undefined ? '' : ` By default ${code(byDefault)}.`
  return [code(name), type, required ? 'yes' : 'no', description + more]
}

function answer({ result }: Method): string {
  const fields = fieldsOf(result)
  if (fields.length === 0) return '`{"ok": true}`'
  const rows = fields.map(({ name, type, required, description }) => [
    code(name),
    type,
    required ? 'yes' : 'no',
    description,
  ])
  return `\`"ok": true\` and\n\n${table(['name', 'type', 'always', ''], rows)}`
}

function example({ name, tokens }: Method, args: readonly Field[]): string {
  const values = args.filter(({ required }) => required).map((field) => `-d ${field.name}=${field.example ?? "'…'"}`)
  const header = tokens === 'none' ? [] : ["-H 'authorization: Bearer xoxb-…'"]
  return ['```sh', [`curl http://localhost:7070/api/${name}`, ...header, ...values].join(' \\\n  '), '```'].join('\n')
}
