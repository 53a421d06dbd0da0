/**
 * Waits for writes of one transaction that do not need what the others return. PostgreSQL gets them together, in this order,
 * so the transaction is shorter by the round trips in between. Throws what failed first, once all have ended: what still
 * ran after the transaction was rolled back would be no part of it.
 */
export async function together(writes: readonly Promise<unknown>[]): Promise<void> {
  const failures: unknown[] = []
  await Promise.all(writes.map((write) => write.catch((error: unknown) => failures.push(error))))
  if (failures.length > 0) throw failures[0]
}
