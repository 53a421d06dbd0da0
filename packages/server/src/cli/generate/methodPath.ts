/** Methods about membership have a folder of their own in docs and source, because `conversations` has many methods. */
const membership: ReadonlySet<string> = new Set(
  ['invite', 'join', 'kick', 'leave', 'members'].map((name) => `conversations.${name}`),
)

/** The path of a method's page below `docs/api`: `chat/startStream.md`. */
export function methodPath(method: string): string {
  const path = method.replaceAll('.', '/')
  return `${membership.has(method) ? path.replace('/', '/membership/') : path}.md`
}

/** The path from a method's page up to `docs/api`: one `../` for each folder. */
export function wayUp(method: string): string {
  return '../'.repeat(methodPath(method).split('/').length - 1)
}
