import type { DeclaredError } from './declaredError.ts'

/** What every method that takes a view may answer. */
export const viewErrors = {
  view_too_large: {
    wrong: 'The view is larger than 250 KiB.',
    cause: 'It has many blocks with long texts, or many options.',
    remedy: 'Show less at once, or load options with an external select.',
  },
  duplicate_external_id: {
    wrong: 'Another view of the app has this `external_id`.',
    cause: 'An `external_id` is unique among the views of an app in a team.',
    remedy: 'Use another `external_id`, or update the view that has it.',
  },
} as const satisfies Record<string, DeclaredError>

/** What a method that takes a trigger may answer. */
export const triggerErrors = {
  invalid_trigger_id: {
    wrong: 'The app has received no such `trigger_id`, or it does not come from a modal.',
    cause:
      'The trigger belongs to another app or team, does not exist, or views.push was called for an interaction outside of modals.',
    remedy: 'Use the `trigger_id` of the interaction that the app has just received.',
  },
  expired_trigger_id: {
    wrong: 'The `trigger_id` is older than three seconds.',
    cause: 'The app did something slow before the call.',
    remedy: 'Open a modal that says “Loading” at once, and fill it with views.update.',
  },
  exchanged_trigger_id: {
    wrong: 'The `trigger_id` has been used.',
    cause: 'Each interaction can open one modal.',
    remedy: 'Change the open modal with views.update.',
  },
} as const satisfies Record<string, DeclaredError>

/** What a method that takes the hash of a view may answer. */
export const hashErrors = {
  hash_conflict: {
    wrong: 'The view has changed since this `hash`.',
    cause: 'Another call changed it in between.',
    remedy: 'Start from the current view, or leave `hash` out.',
  },
} as const satisfies Record<string, DeclaredError>
