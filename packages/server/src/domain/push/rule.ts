/** What is pushed to browsers: notifications, notifications without names and words, or nothing. */
export const pushRules = ['on', 'without-text', 'off'] as const
export type PushRule = (typeof pushRules)[number]
