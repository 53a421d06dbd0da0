import { z } from 'zod'
import { DocumentError, placed, readWhole } from './documentError.ts'
import { manifest, unreadKeys } from './manifest.ts'
import { mistakesOf, type Mistake } from './problems.ts'
import { nearest } from './didYouMean.ts'
import type { Path } from './positions.ts'

export interface ManifestFile {
  manifest: Record<string, unknown>
  /** What is surely a mistake and does no harm, each with its place. */
  warnings: string[]
}

/** Reads a public manifest, YAML or JSON. Throws `DocumentError` with everything that is wrong in it. */
export function parseManifest(text: string, filename: string): ManifestFile {
  const source = readWhole(text, filename)
  const checked = manifest.safeParse(source.value)
  if (!checked.success)
    throw new DocumentError(placed(mistakesOf(checked.error.issues, source.value), source, filename))
  return { manifest: checked.data, warnings: placed(misspelt(source.value), source, filename) }
}

/** Everything that is wrong with a manifest, as a value. */
export function manifestMistakes(value: unknown): Mistake[] {
  const checked = manifest.safeParse(value)
  return checked.success ? [] : mistakesOf(checked.error.issues, value)
}

/** Keys that nobody knows and that are nearly one that is not there. They are kept; nothing reads them. */
export function misspelt(value: unknown): Mistake[] {
  return [...strange(manifest, value, [])]
}

function* strange(shape: z.core.$ZodType, value: unknown, path: Path): Generator<Mistake> {
  const inner = shape instanceof z.ZodOptional ? shape.unwrap() : shape
  if (inner instanceof z.ZodArray) {
    if (!Array.isArray(value)) return
    for (const [i, item] of value.entries()) yield* strange(inner.element, item, [...path, i])
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return
  const missing = Object.keys(inner.shape).filter((key) => !(key in value))
  for (const [key, found] of Object.entries(value)) {
    const known = inner.shape[key]
    if (known) {
      yield* strange(known, found, [...path, key])
      continue
    }
    const meant = unreadKeys.includes(key) ? undefined : nearest(key, missing, 1, Math.ceil(key.length / 5))[0]
    if (meant === undefined) continue
    yield {
      path: [...path, key],
      message: `is kept and never read; did you mean ${JSON.stringify(meant)}?`,
      ofKey: true,
    }
  }
}
