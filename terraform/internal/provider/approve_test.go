package provider

import (
	"net/http"
	"strings"
	"testing"

	"github.com/bunting-flags/bunting/terraform/internal/api"
)

// approve approves a proposal as another actor, which the provider never does.
func approve(t *testing.T, by *api.Client, id string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, by.URL+"/v1/proposals/"+id+"/approve", strings.NewReader("{}"))
	must(t, err)
	request.Header.Set("Authorization", "Bearer "+by.Key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("the approval was answered with %d", response.StatusCode)
	}
}
