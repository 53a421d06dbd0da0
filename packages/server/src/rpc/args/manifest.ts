import { z } from 'zod'
import { findManifestProblems } from '#documents/manifestFile'
import { maxLength } from '#domain/lengths'
import type { Problem } from '#documents/problems'
import { Refusal } from '#domain/refusal'
import type { Manifest } from '#domain/apps/manifest'
import { parseJson } from './json.ts'
import { isObject } from '#domain/jsonObjects'

/** A manifest, as an object or as a string with its JSON. Refused with `invalid_manifest` if it is neither. */
export const manifestArg = z
  .unknown()
  .meta({ type: 'object', description: 'The public manifest, as JSON.' })
  .transform((given, context): Manifest => {
    const value = typeof given === 'string' ? parseJson(given)?.value : given
    const size = isObject(value) ? JSON.stringify(value).length : 0
    if (isObject(value) && size <= maxLength.manifest) return value
    const detail =
      size > 0
        ? `The manifest has at most ${maxLength.manifest} characters of JSON; this has ${size}.`
        : 'The manifest is not a JSON object.'
    const fault = { code: 'invalid_manifest', detail, messages: [] }
    context.addIssue({ code: 'custom', message: fault.detail, ...(given === undefined ? {} : { params: { fault } }) })
    return z.NEVER
  })

/** What a method that takes a manifest may answer. */
export const manifestErrors = {
  invalid_manifest: {
    wrong: 'The manifest is not valid.',
    cause: 'It is not a JSON object, or `errors` names each fault with its JSON pointer.',
    remedy: 'Fix what the pointers name.',
  },
}

/** [APP-1, APP-9] Refuses a manifest with `invalid_manifest`, which names each fault with its JSON pointer. */
export function checkManifest(manifest: Manifest): void {
  const mistakes = findManifestProblems(manifest)
  const [first] = mistakes
  if (!first) return
  throw new Refusal('invalid_manifest', `${pointerOf(first) || 'The manifest'} ${first.message}.`, {
    errors: mistakes.map(errorOf),
    messages: mistakes.map((mistake) => `${mistake.message} [json-pointer:${pointerOf(mistake)}]`),
  })
}

function errorOf(mistake: Problem) {
  const [section, part] = mistake.path
  return {
    code: mistake.message === 'is missing' ? 'missing_required_property' : 'invalid_property',
    message: mistake.message,
    pointer: pointerOf(mistake),
    related_component: String((section === 'display_information' ? section : part) ?? section ?? 'manifest'),
  }
}

function pointerOf({ path }: Problem): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
