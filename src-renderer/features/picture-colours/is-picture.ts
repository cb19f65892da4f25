/** Whether a file says that it is a picture. Drawings of shapes have no pixels to look at. */
export function isPicture({ type }: { readonly type: string }): boolean {
  return type.startsWith('image/') && type !== 'image/svg+xml';
}
