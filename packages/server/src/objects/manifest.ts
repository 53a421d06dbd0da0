import { z } from 'zod'
import { manifestMistakes } from '#documents/manifestFile'
import type { Mistake } from '#documents/problems'
import { Refusal } from '#domain/refusal'
import type { Manifest } from '#domain/apps/manifest'
import { parseStructured } from '#rpc/args/structured'

/** A manifest as an object, or as a string that holds one. */
export const manifestArg = z
  .unknown()
  .meta({ type: 'object', description: 'The public manifest, as JSON.' })
  .transform((given, context): Manifest => {
    const value = typeof given === 'string' ? parseStructured(given)?.value : given
    if (isManifest(value)) return value
    const fault = { code: 'invalid_manifest', detail: 'The manifest is no JSON object.', messages: [] }
    context.addIssue({ code: 'custom', message: fault.detail, ...(given === undefined ? {} : { params: { fault } }) })
    return z.NEVER
  })

export const manifestErrors = {
  invalid_manifest: {
    wrong: 'The manifest is not as it has to be.',
    cause: 'It is no JSON object, or something in it is; each fault is in `errors`, with its JSON pointer.',
    remedy: 'Mend what the pointers name.',
  },
}

/** [APP-1, APP-9] Refuses a manifest with every fault that it has. */
export function checkManifest(manifest: Manifest): void {
  const mistakes = manifestMistakes(manifest)
  const [first] = mistakes
  if (!first) return
  throw new Refusal('invalid_manifest', `${pointerOf(first) || 'The manifest'} ${first.message}.`, {
    errors: mistakes.map(errorOf),
    messages: mistakes.map((mistake) => `${mistake.message} [json-pointer:${pointerOf(mistake)}]`),
  })
}

function errorOf(mistake: Mistake) {
  const [section, part] = mistake.path
  return {
    code: mistake.message === 'is missing' ? 'missing_required_property' : 'invalid_property',
    message: mistake.message,
    pointer: pointerOf(mistake),
    related_component: String((section === 'display_information' ? section : part) ?? section ?? 'manifest'),
  }
}

function pointerOf({ path }: Mistake): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
