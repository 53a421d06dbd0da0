import type { Db } from '#store/db'

type Named = { id: string; name: string }

/** Where a file is served, on whatever host: to be looked at, and to be saved. */
export function filePaths({ id, name }: Named) {
  const last = encodeURIComponent(name)
  return { look: `/files/${id}/${last}`, save: `/files/${id}/download/${last}` }
}

/** The same as apps are told. */
export function fileAddress(db: Db, file: Named) {
  const { publicUrl } = db.memory
  const { look, save } = filePaths(file)
  return {
    url_private: publicUrl + look,
    url_private_download: publicUrl + save,
    permalink: `${publicUrl}/files/${file.id}`,
  }
}

/** Where the bytes of a file are let in, with a secret after it that is good once. */
export const uploadAddress = '/upload/v1/'
