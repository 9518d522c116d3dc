/** Whether the work succeeds in time. It is not stopped when it does not: its late answer goes nowhere. */
export async function answersWithin(milliseconds: number, work: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const answered = work().then(
    () => true,
    () => false,
  );
  const inTime = await Promise.race([answered, tooLate]);
  clearTimeout(timer);
  return inTime;
}
