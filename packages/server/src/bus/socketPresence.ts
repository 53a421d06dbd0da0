/** How many sockets each app, and each person's browsers, have at all processes. The owner is an app's id or `team/user`. */
export interface SocketPresence {
  /**
   * Adds a socket, unless its owner has `most` already. Returns how many it has with this one, or `full`; undefined if the
   * other processes cannot be asked in time. Then it was added.
   */
  add(owner: string, socketId: string, most: number): Promise<number | 'full' | undefined>
  remove(owner: string, socketId: string): void
  /**
   * Says that these sockets of this process were told to leave. Returns whether their owner has one elsewhere that was not; false
   * if the other processes cannot be asked in time.
   */
  hasOther(owner: string, leaving: readonly string[]): Promise<boolean>
}
