import { methods } from '#methods/index'

/** Every scope that a method asks for: an app of a fixture may do what it did. */
export const scopesOfEverything: readonly string[] = [
  ...new Set([...methods.values()].flatMap(({ scopes }) => [scopes].flat(2))),
  'channels:history',
  'groups:history',
  'im:history',
  'mpim:history',
].filter((scope, i, all) => all.indexOf(scope) === i)
