/** Contact data for people who may not see all of it. Enough is left to tell two addresses apart. */
export const maskedEmail = (address: string | null): string | null =>
  address && `${address.slice(0, 1)}•••${address.slice(address.lastIndexOf('@'))}`;

export const maskedNumber = (mobileNumber: string | null): string | null =>
  mobileNumber && `•••${mobileNumber.slice(-2)}`;

export const maskedLogin = (loginId: string | null): string | null => loginId && `${loginId.slice(0, 1)}•••`;
