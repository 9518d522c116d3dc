import express, { type RequestHandler } from 'express';

/** Reads what forms send. Everything else stays unread: the routes find empty fields then. */
export const formBody: RequestHandler = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 40 });
