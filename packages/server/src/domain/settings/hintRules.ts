/** [DEV-10] Where hints are given: in the journal and in answers, in the journal alone, or nowhere. */
export const hintRules = ['on', 'journal', 'off'] as const
export type HintsRule = (typeof hintRules)[number]
