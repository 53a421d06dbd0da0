import { z } from 'zod'
import { DocumentError, formatProblems, parseSource } from './documentError.ts'
import { manifestSchema, unreadKeys } from './manifest.ts'
import { toProblems, type Problem } from './problems.ts'
import { nearest } from './didYouMean.ts'
import type { Path } from './positions.ts'

export interface ManifestFile {
  manifest: Record<string, unknown>
  /** Harmless problems, each with its position. */
  warnings: string[]
}

/** Reads an app manifest, YAML or JSON. Throws a `DocumentError` with every problem in it. */
export function parseManifest(text: string, filename: string): ManifestFile {
  const source = parseSource(text, filename)
  const checked = manifestSchema.safeParse(source.value)
  if (!checked.success)
    throw new DocumentError(formatProblems(toProblems(checked.error.issues, source.value), source, filename))
  return { manifest: checked.data, warnings: formatProblems(findMisspeltKeys(source.value), source, filename) }
}

/** Every problem in a manifest that was parsed already. */
export function findManifestProblems(value: unknown): Problem[] {
  const checked = manifestSchema.safeParse(value)
  return checked.success ? [] : toProblems(checked.error.issues, value)
}

/** Finds unknown keys that resemble a missing known key. They are kept, but nothing reads them. */
export function findMisspeltKeys(value: unknown): Problem[] {
  return [...misspeltKeysIn(manifestSchema, value, [])]
}

function* misspeltKeysIn(schema: z.core.$ZodType, value: unknown, path: Path): Generator<Problem> {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (inner instanceof z.ZodArray) {
    if (!Array.isArray(value)) return
    for (const [i, item] of value.entries()) yield* misspeltKeysIn(inner.element, item, [...path, i])
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return
  const missing = Object.keys(inner.shape).filter((key) => !(key in value))
  for (const [key, found] of Object.entries(value)) {
    const known = inner.shape[key]
    if (known) {
      yield* misspeltKeysIn(known, found, [...path, key])
      continue
    }
    const meant = unreadKeys.includes(key) ? undefined : nearest(key, missing, 1, Math.ceil(key.length / 5))[0]
    if (meant === undefined) continue
    yield {
      path: [...path, key],
      message: `is kept but never read; did you mean ${JSON.stringify(meant)}?`,
      ofKey: true,
    }
  }
}
