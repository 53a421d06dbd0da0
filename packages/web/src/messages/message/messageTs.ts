import type { ViewerMessage } from 'rivulet/feedProtocol'

/** The ts of the thread that a message belongs to. For a root, this is its own ts. */
export function rootTsOf(message: ViewerMessage): string {
  return message.thread_ts ?? message.ts
}

export function isRoot(message: ViewerMessage): boolean {
  return rootTsOf(message) === message.ts
}

/** The Unix time of a ts, in whole seconds. */
export function secondsOf(ts: string): number {
  return Number.parseInt(ts, 10)
}
