// An enterprise's own API. It accepts tokens of the sign-in service, and checks each one itself.
package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"
)

type claims struct {
	jwt.RegisteredClaims
	Scope    string `json:"scope"`
	Acr      string `json:"acr"`
	AuthTime int64  `json:"auth_time"`
}

type api struct {
	resource string
	parser   *jwt.Parser
	keys     jwt.Keyfunc
}

// refuse answers with the address of this API's metadata (RFC 9728), where a client finds the issuer of tokens.
func (a api) refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("WWW-Authenticate", fmt.Sprintf(
		`Bearer resource_metadata="%s/.well-known/oauth-protected-resource"%s`, a.resource, why))
	http.Error(w, http.StatusText(status), status)
}

// demand accepts a request if its token has the scope and, if a level is given, at least that level (RFC 9470).
func (a api) demand(scope, acr string, next func(http.ResponseWriter, *http.Request, *claims)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !ok {
			a.refuse(w, http.StatusUnauthorized, "")
			return
		}
		found := &claims{}
		token, err := a.parser.ParseWithClaims(text, found, a.keys)
		switch {
		case err != nil || token.Header["typ"] != "at+jwt":
			a.refuse(w, http.StatusUnauthorized, `, error="invalid_token"`)
		case !slices.Contains(strings.Fields(found.Scope), scope):
			a.refuse(w, http.StatusForbidden, fmt.Sprintf(`, error="insufficient_scope", scope="%s"`, scope))
		case acr > found.Acr:
			a.refuse(w, http.StatusUnauthorized,
				fmt.Sprintf(`, error="insufficient_user_authentication", acr_values="%s"`, acr))
		default:
			next(w, r, found)
		}
	}
}

func main() {
	issuer, resource := os.Getenv("ISSUER"), os.Getenv("RESOURCE")
	jwks := cmp.Or(os.Getenv("JWKS_URL"), issuer+"/oauth/jwks")
	keys, err := keyfunc.NewDefaultCtx(context.Background(), []string{jwks})
	if err != nil {
		log.Fatal(err)
	}
	a := api{resource, jwt.NewParser(
		jwt.WithIssuer(issuer), jwt.WithAudience(resource), jwt.WithExpirationRequired(),
		jwt.WithValidMethods([]string{"ES256"})), keys.Keyfunc}
	orders := func(w http.ResponseWriter, _ *http.Request, who *claims) {
		fmt.Fprintf(w, "orders of %s\n", who.Subject)
	}
	http.HandleFunc("GET /orders", a.demand("orders.read", "", orders))
	http.HandleFunc("POST /orders", a.demand("orders.read", "urn:countersign:acr:2", orders))
	log.Fatal(http.ListenAndServe(os.Getenv("LISTEN"), nil))
}
