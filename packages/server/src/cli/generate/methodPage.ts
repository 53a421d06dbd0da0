import { commonErrors } from '#rpc/errors/common'
import { wrongOf } from '#rpc/errors/explained'
import { type Method, rates } from '#rpc/method'
import { errorLink } from './errorsPage.ts'
import { argumentsOf, type Field, fieldsOf } from './shape.ts'
import { code, page, table } from './table.ts'

const made = '<!-- Made from the declaration of the method by `npm run generate`. -->'

/** What one method takes, answers and refuses. */
export function methodPage(method: Method): string {
  const given = argumentsOf(method.args)
  return page([
    made,
    `# ${method.name}`,
    method.summary,
    facts(method),
    '## Arguments',
    given.length === 0 ? 'None.' : table(['name', 'type', 'required', ''], given.map(argumentRow)),
    example(method, given),
    '## Answer',
    answer(method),
    '## Errors',
    Object.keys(method.errors).length === 0
      ? undefined
      : table(
          ['error', 'what is wrong'],
          Object.entries(method.errors).map(([word, error]) => [errorLink(word), wrongOf(error)]),
        ),
    'Besides, [what any method may answer](README.md#errors-of-every-method).',
  ])
}

/** All methods, and what is common to them. */
export function methodsPage(all: readonly Method[]): string {
  return page([
    made,
    '# The Web API',
    'Each method is called at `/api/<method>` with a form, JSON or multipart body. Every answer is a JSON object with `ok`. [openapi.json](../../packages/server/openapi.json) describes all of it as OpenAPI 3.1; a server has it at `/openapi.json`.',
    table(
      ['method', 'does'],
      all.map(({ name, summary }) => [`[${name}](${name}.md)`, summary]),
    ),
    '## Errors of every method',
    'They come in the order of checks, before those of the method itself; the first that fits is answered, and nothing was written.',
    table(
      ['error', 'what is wrong'],
      Object.entries(commonErrors).map(([word, error]) => [errorLink(word), wrongOf(error)]),
    ),
  ])
}

function facts({ name, effect, byGet, tokens, scopes, rate, perMinute }: Method): string {
  const limit = perMinute ?? (Number.isFinite(rates[rate]) ? rates[rate] : undefined)
  const where = perMinute === undefined ? ', with `rate_tiers` alone' : ''
  const repeatable =
    '- Repeatable: the same `Idempotency-Key` (a header) or `client_msg_id`, the same answer for 24 hours'
  return [
    `- ${effect === 'read' || byGet ? '`GET` or `POST`' : '`POST`'} \`/api/${name}\``,
    `- Token: ${tokens === 'none' ? 'none is needed' : tokens.join(', ')}`,
    `- Scope: ${scopes.length === 0 ? 'none is needed' : scopes.map(code).join(' or ')}`,
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

function example({ name, tokens }: Method, given: readonly Field[]): string {
  const values = given.filter(({ required }) => required).map((field) => `-d ${field.name}=${field.example ?? "'…'"}`)
  const header = tokens === 'none' ? [] : ["-H 'authorization: Bearer xoxb-…'"]
  return ['```sh', [`curl http://localhost:7070/api/${name}`, ...header, ...values].join(' \\\n  '), '```'].join('\n')
}
