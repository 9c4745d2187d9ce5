/** Maximum number of bytes of a picture, for readers with slow connections. */
export const LARGEST_PICTURE = 500_000;
export const LARGEST_TUTORIALS = 400_000;
export const LARGEST_GALLERY = 400_000;
