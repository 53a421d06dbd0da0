import { StoreFailure } from '#store/db'

/** A write believed something untrue. Callers see it only if that happened again and again. */
export class OutdatedWrite extends StoreFailure {
  override name = 'OutdatedWrite'

  constructor() {
    super('The write was overtaken too often by changes of other processes.')
  }
}
