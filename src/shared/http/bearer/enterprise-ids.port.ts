/** Which enterprises there are: an administrator names one in a header. */
export abstract class EnterpriseIds {
  abstract exists(enterpriseId: string): Promise<boolean>;
}
