/** Never answers. */
export default function hang() {
  for (;;);
}
