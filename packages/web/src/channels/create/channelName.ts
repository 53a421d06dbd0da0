/** Turns what somebody types into a valid channel name: spaces become hyphens, other characters are dropped. */
export function toChannelName(typed: string): string {
  return typed
    .toLocaleLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}_-]/gu, '')
}
