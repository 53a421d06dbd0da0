import type { Options, OptionsRequest } from '#domain/interactions/interactions'
import { addOfferedOptions } from '#domain/interactions/offeredOptions'
import { findElement, findTarget } from '#domain/interactions/target'
import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'
import type { InteractionContext } from './context.ts'
import { parseLegacyOptions, parseOptions } from './appResponses.ts'
import { legacyActionOf, toLegacySuggestion } from './legacyActions.ts'
import { payloadHeader, targetFields } from './payloads.ts'

/** [ACT-6] Asks the app for the options that match what was typed. */
export async function loadOptions(
  context: InteractionContext,
  person: Caller,
  typing: OptionsRequest,
): Promise<Options> {
  await context.checkRateLimit(person)
  const { db } = context.store
  const target = await findTarget(db, person, typing)
  const located = findElement(target, person, typing)
  const { element, blockId, actionId } = located
  if (element.type !== 'external_select' && element.type !== 'multi_external_select')
    throw new Refusal('action_not_found', 'The options of this element do not come from the app.')
  const app = await context.findAppOf(person, target)
  const legacy = legacyActionOf(target, located)
  const payload = {
    ...(await payloadHeader(db, person, app)),
    ...(legacy
      ? toLegacySuggestion(db, legacy)
      : {
          type: 'block_suggestion',
          ...(await targetFields(db, target, app, person, await context.readStateValues(person, target, undefined))),
          block_id: blockId,
          action_id: actionId,
        }),
    value: typing.value,
  }
  const { interactivity } = app.manifest
  const url = interactivity?.optionsUrl ?? interactivity?.requestUrl
  const answer = await context.dispatch(person, app, payload, { acceptsAnswer: true, url })
  const found = legacy ? parseLegacyOptions(answer) : parseOptions(answer)
  await context.store.write((tx) => addOfferedOptions(tx, { person, target, located }, found))
  return found
}
