/** The members of the envelope of the original library, and of what types they are. */
export const ENVELOPE = {
  errCode: expect.any(Number),
  error: {
    longErrorCode: expect.any(Number),
    shortErrorCode: expect.any(Number),
    errorString: expect.any(String),
  },
  eMethId: expect.any(Number),
  pArgs: {
    service_details: {},
    response: {
      ResponseData: expect.any(Object),
      ResponseDataLen: expect.any(Number),
      StatusMsg: expect.any(String),
      StatusCode: expect.any(Number),
      CredOpMode: 0,
    },
    pxyDetails: {
      isStarted: 0,
      isLocalhostOnly: 0,
      isAutoStarted: 0,
      isPrivacyEnabled: 0,
      portType: 0,
      port: 0,
    },
  },
};

/** What events around the session have in common. */
export const CHALLENGE = {
  status: { statusCode: expect.any(Number), statusMessage: expect.any(String) },
  session: { sessionType: expect.any(Number), sessionID: expect.any(String) },
  additionalInfo: expect.objectContaining({ jwtJsonTokenInfo: '', loginIDs: [], currentWorkFlow: '' }),
  challengeInfo: [],
};

export const NO_ERROR = { longErrorCode: 0, shortErrorCode: 0, errorString: 'Success' };
