import { StoreFailure, WorkFirst } from '#store/db'
import { Refusal } from '#domain/refusal'

/** An unexpected error in making or writing a message that was allowed. */
export class ProcessingFailure extends Error {
  override name = 'ProcessingFailure'
}

/** [ORD 20] Runs the code that makes and writes a message. What goes wrong there is not the caller's fault. */
export async function withProcessingFailure<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Refusal || error instanceof StoreFailure || error instanceof WorkFirst) throw error
    throw new ProcessingFailure('A message could not be created or stored.', { cause: error })
  }
}
