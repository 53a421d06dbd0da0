import { methods } from '#methods/index'
import { commonErrors } from '#rpc/errors/common'
import { type DeclaredError, wrongOf } from '#rpc/errors/declaredError'
import type { Method } from '#rpc/method'

/** One meaning of an error code, and the methods that answer it. */
export interface Meaning {
  wrong: string
  cause: string | undefined
  remedy: string | undefined
  /** `all`: every method may answer it, because the shared checks do. */
  methods: string[] | 'all'
}

/** All error codes in alphabetical order. A code may mean different things in different methods. */
export function errorCatalogue(all: Iterable<Method> = methods.values()): Map<string, Meaning[]> {
  const catalogue = new Map<string, Meaning[]>()
  for (const [word, error] of Object.entries(commonErrors)) catalogue.set(word, [meaningOf(error, 'all')])
  for (const { name, errors } of [...all].toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    for (const [word, error] of Object.entries(errors)) {
      // api.test answers any code that it is passed.
      if (word !== 'any') catalogue.set(word, withMethod(catalogue.get(word) ?? [], error, name))
    }
  }
  return new Map([...catalogue].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function withMethod(meanings: readonly Meaning[], error: DeclaredError, method: string): Meaning[] {
  const known = meanings.find(({ wrong }) => wrong === wrongOf(error))
  if (!known) return [...meanings, meaningOf(error, [method])]
  const { cause, remedy } = meaningOf(error, [])
  const answeredBy: Meaning['methods'] = known.methods === 'all' ? 'all' : [...known.methods, method]
  const joined = { ...known, cause: known.cause ?? cause, remedy: known.remedy ?? remedy, methods: answeredBy }
  return meanings.map((meaning) => (meaning === known ? joined : meaning))
}

function meaningOf(error: DeclaredError, methods: Meaning['methods']): Meaning {
  if (typeof error === 'string') return { wrong: error, cause: undefined, remedy: undefined, methods }
  return { wrong: error.wrong, cause: error.cause, remedy: error.remedy, methods }
}
