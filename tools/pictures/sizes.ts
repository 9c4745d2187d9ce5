/** Bytes: documents are read over slow lines too. */
export const LARGEST_PICTURE = 500_000;
export const LARGEST_TUTORIALS = 400_000;
export const LARGEST_GALLERY = 400_000;
