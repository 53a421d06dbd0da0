import type { Db } from '#store/db'

type Named = { id: string; name: string }

/** The paths at which a file is served, to view it and to download it. */
export function filePathsOf({ id, name }: Named) {
  const last = encodeURIComponent(name)
  return { look: `/files/${id}/${last}`, save: `/files/${id}/download/${last}` }
}

/** The URLs of a file, as apps get them. */
export function fileUrlsOf(db: Db, file: Named) {
  const { publicUrl } = db.cache
  const { look, save } = filePathsOf(file)
  return {
    url_private: publicUrl + look,
    url_private_download: publicUrl + save,
    permalink: `${publicUrl}/files/${file.id}`,
  }
}

/** The path at which the bytes of a file are uploaded. A secret follows that works once. */
export const uploadPath = '/upload/v1/'
