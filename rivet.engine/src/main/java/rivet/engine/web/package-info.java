/** What the HTTP API and the gateway share: raw paths and queries, errors as JSON, cross-origin answers. */
package rivet.engine.web;
