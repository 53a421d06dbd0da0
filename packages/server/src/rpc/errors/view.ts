import type { DeclaredError } from './explained.ts'

/** What any view may be refused for. */
export const viewErrors = {
  view_too_large: {
    wrong: 'The view is over 250 KiB.',
    cause: 'Many blocks with long texts or many options.',
    remedy: 'Show less at once; load options from an external select.',
  },
  duplicate_external_id: {
    wrong: 'Another view of the app has this `external_id`.',
    cause: 'An `external_id` names one view of an app in a team.',
    remedy: 'Use another one, or update the view that has it.',
  },
} as const satisfies Record<string, DeclaredError>

/** What comes of a trigger that does not hold. */
export const triggerErrors = {
  invalid_trigger_id: {
    wrong: 'The app was given no such `trigger_id`, or it is of no modal.',
    cause: 'A trigger of another app or team, one that was made up, or views.push after something outside of modals.',
    remedy: 'Use the `trigger_id` of the payload that the app has just received.',
  },
  expired_trigger_id: {
    wrong: 'The `trigger_id` is older than three seconds.',
    cause: 'The app did something slow first.',
    remedy: 'Open a modal at once that says “Loading”, and fill it with views.update.',
  },
  exchanged_trigger_id: {
    wrong: 'The `trigger_id` was used before.',
    cause: 'One act of a person opens one modal.',
    remedy: 'Change the modal that is open with views.update.',
  },
} as const satisfies Record<string, DeclaredError>

export const hashErrors = {
  hash_conflict: {
    wrong: 'The view is not the one with this `hash` any more.',
    cause: 'It was changed in between.',
    remedy: 'Start from the view that is there now, or leave `hash` out.',
  },
} as const satisfies Record<string, DeclaredError>
