/** What somebody types, as a name that a channel can have: spaces become hyphens, the rest is left out. */
export function channelName(typed: string): string {
  return typed
    .toLocaleLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_-]/gu, '')
}
