/** How many sockets each app has at all processes. */
export interface SocketPresence {
  /**
   * Adds a socket, unless the app has `most` already. Returns how many it has with this one, or `full`; undefined if the
   * other processes cannot be asked in time. Then it was added.
   */
  add(appId: string, socketId: string, most: number): Promise<number | 'full' | undefined>
  remove(appId: string, socketId: string): void
  /**
   * Says that these sockets of this process were told to leave. Returns whether the app has one elsewhere that was not; false
   * if the other processes cannot be asked in time.
   */
  hasOther(appId: string, leaving: readonly string[]): Promise<boolean>
}
