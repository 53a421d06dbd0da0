import { expect } from 'vitest'
import { z } from 'zod'
import { controlRoutes } from '#http/development/control'

const schemas = new Map<string, z.ZodType>()

/** Checks that the answer of a control route is what the route declares, without anything else in it. */
export function expectDeclaredAnswer(method: string, path: string, status: number, body: object): void {
  const [asked = ''] = path.split('?')
  const route = controlRoutes.find((one) => one.method === method && matches(one.path, asked))
  if (!route || status !== (route.status ?? 200)) return
  const name = `${method} ${route.path}`
  const schema = schemas.get(name) ?? z.fromJSONSchema(jsonSchemaOf(route.answer))
  schemas.set(name, schema)
  expect(schema.safeParse(body).error, `${name} answers what it does not declare: ${JSON.stringify(body)}`).toBe(
    undefined,
  )
}

function jsonSchemaOf(answer: z.ZodType) {
  return z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any', target: 'draft-2020-12' })
}

function matches(path: string, asked: string): boolean {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(asked)
}
