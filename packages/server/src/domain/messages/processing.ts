import { StoreFailure } from '#store/db'
import { Refusal } from '#domain/refusal'

/** A message that was allowed could not be made or kept: a defect, told apart for whoever posts. */
export class ProcessingFailure extends Error {
  override name = 'ProcessingFailure'
}

/** [ORD 20] Runs what makes and writes a message. Whatever goes wrong there is not the caller's doing. */
export async function processing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Refusal || error instanceof StoreFailure) throw error
    throw new ProcessingFailure('A message could not be made or kept.', { cause: error })
  }
}
