import { dbContract } from '#testing/contract/db'
import { onEveryDatabase } from '#testing/databases'

onEveryDatabase('a store', dbContract)
